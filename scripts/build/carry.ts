/**
 * What a published package uses of `@effect/platform-node`, carried within it.
 *
 * That package asks everybody who installs it for `redis`, 15 MB that nothing here uses, for one of its modules. The few that are used
 * import nothing but `effect`, `@effect/platform-node-shared` and what they name. In the clone they are imported from where they are.
 */
import { globSync } from "node:fs"
import { cp, mkdir, readFile, writeFile } from "node:fs/promises"
import { dirname, join, posix, relative } from "node:path"
import { root } from "../workspace.ts"

/** The package, and the folder of the one that carries some of it. */
const carried = { name: "@effect/platform-node", folder: "platform-node" } as const

const source = join(root, "node_modules", carried.name)

const used = /((?:from |import\()")@effect\/platform-node\/(\w+)"/g
const neighbours = /(?:from |import\()"(\.{1,2}\/[\w/]+)\.js"/g
const strangers = /(?:from |import\()"((?:@[\w.-]+\/)?[a-z][\w.-]*)[^":]*"/g

/** Names the carried module in place of the installed one; which ones they were. */
const pointedInside = async (to: string): Promise<ReadonlySet<string>> => {
  const names = new Set<string>()
  for (const file of globSync("**/*.{js,d.ts}", { cwd: to })) {
    const text = await readFile(join(to, file), "utf8")
    const inside = relative(dirname(join(to, file)), join(to, carried.folder))
    const path = inside.startsWith(".") ? inside : `./${inside}`
    const pointed = text.replace(used, (_, before: string, name: string) => {
      names.add(name)
      return `${before}${path}/${name}.js"`
    })
    if (pointed !== text) await writeFile(join(to, file), pointed)
  }
  return names
}

/** Copies a module, program and types; what it imports. */
const copied = async (name: string, to: string): Promise<string> => {
  const texts = [".js", ".d.ts"].map(async (end) => {
    const text = await readFile(join(source, "dist", `${name}${end}`), "utf8")
    const unmapped = text.replace(/\n\/\/# sourceMappingURL=\S+\s*$/, "\n")
    const target = join(to, carried.folder, `${name}${end}`)
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, unmapped)
    return unmapped
  })
  return (await Promise.all(texts)).join("\n")
}

const versionOf = async (name: string): Promise<string> =>
  JSON.parse(await readFile(join(root, "node_modules", name, "package.json"), "utf8")).version

type Versions = Readonly<Record<string, string>>

/** Copies into the built package `to` what it uses; the dependencies that it has then, in place of `dependencies`. */
export const carry = async (to: string, dependencies: Versions): Promise<Versions> => {
  const waiting = [...(await pointedInside(to))]
  const others = Object.entries(dependencies).filter(([name]) => name !== carried.name)
  if (waiting.length === 0) return Object.fromEntries(others)
  await mkdir(join(to, carried.folder), { recursive: true })
  await cp(join(source, "LICENSE"), join(to, carried.folder, "LICENSE"))
  const seen = new Set(waiting)
  const named = new Set<string>()
  for (const name of waiting) {
    const text = await copied(name, to)
    for (const [, stranger = ""] of text.matchAll(strangers)) named.add(stranger)
    for (const [, path = ""] of text.matchAll(neighbours)) {
      const neighbour = posix.join(posix.dirname(name), path)
      if (!seen.has(neighbour)) waiting.push(neighbour)
      seen.add(neighbour)
    }
  }
  const missing = [...named].filter((name) => !(name in dependencies))
  const versions = await Promise.all(missing.map(async (name) => [name, await versionOf(name)] as const))
  return Object.fromEntries([...others, ...versions].sort(([a], [b]) => a.localeCompare(b)))
}
