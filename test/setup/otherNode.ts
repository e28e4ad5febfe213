/** Other versions of Node that this machine has, apart from the one that npm installed. */
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { delimiter, join } from "node:path"

const versionOf = (program: string): ReadonlyArray<number> =>
  spawnSync(program, ["--version"], { encoding: "utf8" }).stdout?.slice(1).split(".").map(Number) ?? []

/** A program of that major version, and of that minor one or a later; null where there is none. */
export const otherNode = (major: number, minor = 0): string | null => {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => !folder.includes("node_modules"))
  const programs = folders.flatMap((folder) => [join(folder, "node"), join(folder, `node${major}`)]).filter(existsSync)
  return (
    programs.find((program) => {
      const [itsMajor = 0, itsMinor = 0] = versionOf(program)
      return itsMajor === major && itsMinor >= minor
    }) ?? null
  )
}
