// Stands before each script of package.json that is TypeScript. Plain JavaScript that old versions of Node can read: it says
// what they lack, where `npm ci` has not brought a Node that npm then takes.
const wanted = 24;

if (Number(process.versions.node.split(".")[0]) < wanted) {
  console.error(
    `this needs Node ${wanted} or later, and is run by ${process.version}: on Linux and Windows \`npm ci\` brings one, ` +
      "which `npm run` takes; on a Mac install one",
  );
  process.exit(2);
}
