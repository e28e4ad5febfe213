/**
 * Libraries of which a published package uses a few names, carried within it as one module each: what is installed of them is many
 * times as much. In the clone they are imported from where they are.
 */
import { globSync } from "node:fs"
import { cp, mkdir, readFile, writeFile } from "node:fs/promises"
import { dirname, join, relative } from "node:path"
import { root } from "../workspace.ts"

/** The library, the module of it that is imported, and the licences that go with what is carried. */
const carried = {
  name: "libphonenumber-js",
  module: "libphonenumber-js/min",
  licences: ["LICENSE", "LICENSE.Apache"]
} as const

const used = /import \{([^}]*)\} from "libphonenumber-js\/min"/g

/** Names the carried module in place of the installed one; what is used of it. */
const pointedInside = async (to: string): Promise<ReadonlySet<string>> => {
  const names = new Set<string>()
  for (const file of globSync("**/*.js", { cwd: to })) {
    const text = await readFile(join(to, file), "utf8")
    const inside = relative(dirname(join(to, file)), join(to, carried.name)).replaceAll("\\", "/")
    const pointed = text.replace(used, (_, list: string) => {
      for (const name of list.split(",")) if (name.trim() !== "") names.add(name.trim())
      return `import {${list}} from "${inside.startsWith(".") ? inside : `./${inside}`}/index.js"`
    })
    if (pointed !== text) await writeFile(join(to, file), pointed)
  }
  return names
}

const entry = "\0carried"

/** One module with these names of the library and what they need. */
const moduleOf = async (names: ReadonlySet<string>): Promise<string> => {
  const { rolldown } = await import("rolldown")
  const build = await rolldown({
    input: entry,
    platform: "neutral",
    logLevel: "silent",
    plugins: [
      {
        name: "kittiwake-carried",
        resolveId(source) {
          if (source === entry) return entry
          return source === carried.module
            ? this.resolve(source, join(root, "scripts/build.ts"), { skipSelf: true })
            : null
        },
        load: (id) => (id === entry ? `export { ${[...names].sort().join(", ")} } from "${carried.module}"` : null)
      }
    ]
  })
  const { output } = await build.generate({ format: "esm", minify: true })
  await build.close()
  return output[0].code
}

type Versions = Readonly<Record<string, string>>

/** Carries into the built package `to` what it uses of the library; the dependencies that it has then, in place of `dependencies`. */
export const carryMade = async (to: string, dependencies: Versions): Promise<Versions> => {
  const names = await pointedInside(to)
  if (names.size === 0) return dependencies
  const folder = join(to, carried.name)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, "index.js"), await moduleOf(names))
  // No declaration of the package names it; without one of its own it would be of any type.
  await writeFile(join(folder, "index.d.ts"), "export {}\n")
  for (const licence of carried.licences)
    await cp(join(root, "node_modules", carried.name, licence), join(folder, licence))
  return Object.fromEntries(Object.entries(dependencies).filter(([name]) => name !== carried.name))
}
