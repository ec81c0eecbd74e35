/** Loaded before a command: standard error is a terminal, and Ctrl+C comes as soon as the cursor is hidden there. */
const hide = "\x1b[?25l";
const { stderr } = process;
const write = stderr.write.bind(stderr) as (text: string) => boolean;

stderr.isTTY = true;
stderr.write = (text: string | Uint8Array): boolean => {
  if (text === hide) process.kill(process.pid, "SIGINT");
  return write(text.toString());
};
