/** What goes into the bundle of the command, and what of it is written otherwise there. */
import { join, posix, relative, sep } from "node:path"
import type { Plugin } from "rolldown"
import { ours } from "../workspace.ts"

/** The command, and what it starts in threads, which are found by their names. */
export const programs = (): ReadonlyArray<string> => [
  "packages/cli/src/runCommand.ts",
  ...ours(["packages/adapters/*/src/**/*{Thread,Worker}.ts"]).filter((path) => /\/[a-z]\w*\.ts$/.test(path))
]

/** Libraries whose modules are many and needed at every start, or to read any page. */
const libraries = [
  ...["effect", "@effect/platform-node", "@effect/platform-node-shared", "@effect/sql-pg", "@noble/hashes"],
  ...["parse5", "entities", "css-select", "css-what", "nth-check", "boolbase"],
  ...["htmlparser2", "domhandler", "domutils", "domelementtype", "dom-serializer"],
  ...["file-type", "strtok3", "token-types", "@tokenizer/inflate", "@borewit/text-codec", "uint8array-extras"],
  ...["@exodus/bytes", "html-encoding-sniffer", "jsonrepair", "@orama/stemmers"]
]

/** What goes into the bundle. Other libraries stay where they are installed, with what is beside them. */
const isBundled = (source: string) =>
  /^(?:@kittiwake\/|kittiwake(?:\/|$))/.test(source) ||
  libraries.some((library) => source === library || source.startsWith(`${library}/`))

/** What Node has in `node:http` beside HTTP, and loads with the first module that imports it: 40 ms and 12 MB. */
const besideHttp = ["WebSocket", "CloseEvent", "MessageEvent"]

/** `node:http` without that. */
const http = () => {
  const names = Object.keys(process.getBuiltinModule("node:http")).filter((name) => !besideHttp.includes(name))
  return `const http = process.getBuiltinModule("node:http")\nexport const { ${names.join(", ")} } = http\nexport default http\n`
}

/** What stands for `node:http` in the bundle. */
const withoutBeside = "\0http"

const isName = (source: string) => !/^(?:\.{0,2}\/|node:|[A-Za-z]:)/.test(source) && source !== "."

interface Options {
  readonly root: string
  /** Reads a file, and remembers it. */
  readonly seen: (path: string) => Promise<Buffer>
  /** The programs of the bundle. */
  readonly entries: ReadonlyArray<string>
}

/**
 * Names of what stays installed must lead from the bundle to what they lead to from the module. Files beside a module are
 * found by the name of its package, and threads where they stand in the bundle.
 */
export const sourcesOf = ({ entries: programs, root, seen }: Options): Plugin => {
  const isOurs = (path: string) => !path.includes(`${sep}node_modules${sep}`)
  const entries = new Set(programs)
  return {
    name: "kittiwake-sources",
    resolveId: {
      order: "pre",
      async handler(source, importer) {
        if (source === "node:http" || source === "http") return { id: withoutBeside }
        if (importer === undefined || !isName(source) || isBundled(source)) return null
        const options = { skipSelf: true }
        const [there, here] = await Promise.all([
          this.resolve(source, importer, options),
          this.resolve(source, join(root, "node_modules/.cache/kittiwake/from.js"), options)
        ])
        if (there?.id !== here?.id) throw new Error(`${source} is another package for ${importer} than for the bundle`)
        return { id: source, external: true }
      }
    },
    async load(id) {
      if (id === withoutBeside) return { code: http(), moduleType: "js" }
      const path = id.replace(/[?#].*$/, "")
      const bytes = await seen(path)
      if (!isOurs(path)) return null
      const name = relative(root, path).split(sep).join("/")
      for (const [, program] of bytes.toString("utf8").matchAll(/\? "(\.\/[^"]+\.ts)" :/g)) {
        if (entries.has(posix.join(posix.dirname(name), program!))) continue
        throw new Error(`${name} starts ${program}, which is not bundled: call it …Thread.ts or …Worker.ts`)
      }
      if (/\breadFile\w*\(\s*new URL\(/.test(bytes.toString("utf8")))
        throw new Error(`${name} reads a file beside itself, which is not bundled: find it by the name of its package`)
      const url = (from: string) => `new URL(${JSON.stringify(from)}, kittiwakeBundle).href`
      const code = bytes
        .toString("utf8")
        .replaceAll("createRequire(import.meta.url)", `createRequire(${url("./from.js")})`)
        .replaceAll("import.meta.url", url(`./${name.replace(/\.ts$/, ".js")}`))
      const frames = JSON.stringify(join(root, "scripts/bundle/sourceFrames.ts"))
      return { code: entries.has(name) ? `${code}\nimport ${frames}` : code, moduleType: "ts" }
    }
  }
}
