/**
 * Imported where the worker is started that loads ONNX Runtime. Since 1.30 its builds for Linux and macOS report their use to
 * their maker and keep a file in the user's home for that, unless this stands in the process's environment before they are
 * loaded; a worker's own environment would come too late. What is embedded stays on the machine, and so does that it was.
 */
process.env.ORT_DISABLE_TELEMETRY = "1";
