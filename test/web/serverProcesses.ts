/** Processes of this machine, seen through `/proc`. */
import { readdirSync, readFileSync } from "node:fs"

interface Living {
  readonly pid: number
  readonly parent: number
}

const living = (): ReadonlyArray<Living> =>
  readdirSync("/proc")
    .filter((name) => /^[0-9]+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, "utf8")
        const [state, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
        return state === "Z" ? [] : [{ pid: Number(name), parent: Number(parent) }]
      } catch {
        return []
      }
    })

const hasInEnvironment = (pid: number, text: string): boolean => {
  try {
    return readFileSync(`/proc/${pid}/environ`, "utf8").includes(text)
  } catch {
    return false
  }
}

/** The process that was started with `text` in its environment, and all that came from it. */
export const processesWith = (text: string): ReadonlyArray<number> => {
  const all = living()
  const found = new Set(all.filter(({ pid }) => hasInEnvironment(pid, text)).map(({ pid }) => pid))
  for (let before = -1; before < found.size; ) {
    before = found.size
    for (const { parent, pid } of all) if (found.has(parent)) found.add(pid)
  }
  return [...found]
}

/** The command that a process runs; empty when it is gone. */
export const commandOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ")
  } catch {
    return ""
  }
}
