/**
 * What some tests need and a machine may lack.
 *
 * Such a test is skipped where its need is missing, and the closing lines of the run say so (`scripts/testSummary.ts`). A
 * test that is skipped in any other way is one that somebody forgot: CI fails for it.
 */
import type { TestOptions } from "vitest"

/** Every need: what it is, and how a machine comes by it. */
export const needs = {
  Postgres: {
    what: "a Postgres server",
    howToMend: "npm has one for most machines; elsewhere start Docker, or set DATABASE_URL."
  },
  Redis: {
    what: "a Redis server",
    howToMend: "Install redis-server, start Docker, or set REDIS_URL."
  },
  bucket: {
    what: "an S3-compatible store",
    howToMend: "Install radosgw, ceph-mon and ceph-osd, or start Docker."
  },
  redisServer: {
    what: "redis-server, to be killed and frozen",
    howToMend: "Install the package of that name."
  },
  pgbouncer: { what: "PgBouncer", howToMend: "Install the package of that name." },
  browser: {
    what: "a browser",
    howToMend: "One comes along for Linux on x86-64; elsewhere install Chromium, or set KITTIWAKE_BROWSER."
  },
  packedBrowser: {
    what: "the packed browser",
    howToMend: "It is a program for Linux on x86-64."
  },
  Linux: { what: "Linux", howToMend: "They look at processes through /proc, or want to write there." },
  node20: { what: "a Node 20", howToMend: "Put one into PATH, as node or node20." },
  node22: { what: "a Node 22 from 22.20 on", howToMend: "Put one into PATH, as node or node22." },
  strace: { what: "strace", howToMend: "Install the package of that name." },
  mounting: { what: "the right to mount a small disk", howToMend: "The superuser has it." },
  superuser: { what: "the superuser", howToMend: "Only that one can make files of another user." },
  priority: { what: "a priority that can be lowered", howToMend: "Do not start them with nice." }
} as const satisfies Readonly<Record<string, { readonly what: string; readonly howToMend: string }>>

export type Need = keyof typeof needs

/** What CI may lack, each with the reason. Servers and a browser it must have. */
export const mayLackInCi: {
  readonly [need in Exclude<Need, "Postgres" | "Redis" | "redisServer" | "bucket" | "browser">]?: string
} = {
  pgbouncer: "What it changes is a handful of lines: machines that have it try them.",
  packedBrowser: "It is a program for Linux on x86-64; on other processors CI tests Debian's Chromium.",
  node20: "Machines that have only newer ones run it there.",
  node22: "CI fetches it from npm while it runs, and goes on without it.",
  mounting: "Containers have it only when they are given it.",
  superuser: "Nobody needs to run the tests as that one.",
  priority: "Whoever runs CI beside other work gives it a low one."
}

declare module "vitest" {
  interface TaskMeta {
    /** What the test is skipped for want of. */
    readonly lacks?: Need
  }
}

/** Options of a test or a suite that is skipped unless all it needs is here. */
export const needing = (here: { readonly [need in Need]?: boolean }): TestOptions => {
  const lacks = (Object.keys(here) as ReadonlyArray<Need>).find((need) => here[need] === false)
  return lacks === undefined ? {} : { skip: true, meta: { lacks } }
}

/** Options of a test that needs what Linux shows in `/proc`. */
export const needsLinux = needing({ Linux: process.platform === "linux" })
