/** Where a server for the tests can be had: the first of several places that has one. */
import { existsSync } from "node:fs"

/** A server that runs, and what is known of it. */
export type Running<A> = A & {
  readonly _tag: "Running"
  readonly source: string
  readonly stop: () => Promise<void>
}

/** There is none, and why. */
export interface Missing {
  readonly _tag: "Missing"
  readonly reasons: ReadonlyArray<string>
}

export type Source<A> = () => Promise<Running<A>>

/** Starts the first server that can be had. */
export const firstOf = async <A>(sources: Readonly<Record<string, Source<A>>>): Promise<Running<A> | Missing> => {
  const reasons: Array<string> = []
  for (const [name, source] of Object.entries(sources)) {
    try {
      return await source()
    } catch (error) {
      reasons.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return { _tag: "Missing", reasons }
}

/** A server that somebody has started already, at the address in a variable of the environment. */
export const given =
  (variable: string, check: (url: string) => Promise<void>): Source<{ readonly url: string }> =>
  async () => {
    const url = process.env[variable]
    if (url === undefined || url === "") throw new Error(`${variable} is not set`)
    await check(url)
    return { _tag: "Running", source: variable, url, stop: async () => {} }
  }

/** The library of containers, where an engine runs them. */
export const containers = async () => {
  if (process.env.DOCKER_HOST === undefined && !existsSync("/var/run/docker.sock")) {
    throw new Error("no Docker engine answers")
  }
  return import("testcontainers")
}
