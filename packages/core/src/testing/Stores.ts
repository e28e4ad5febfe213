/** The stores that share one installation, as the suites take them. */
import type { Vitest } from "@effect/vitest"
import type { Layer } from "effect"
import type { Stores } from "../Stores.ts"
import type { FrontierStore } from "../sites/FrontierStore.ts"

/**
 * Builds an empty installation, a new one each time it is built.
 *
 * **Gotchas**
 *
 * Tests of one suite share one installation and follow each other; suites must not share one, because claiming knows no
 * borders between organizations. The end of a lease must be judged by Effect's `Clock`, which the tests move.
 */
export type EmptyStores = Layer.Layer<Stores, unknown>

/** What tests on a shared installation are declared with. */
export type StoresIt = Vitest.MethodsNonLive<Stores>

/** What tests of frontiers are declared with. */
export type FrontierIt = Vitest.MethodsNonLive<FrontierStore>

/** Longest time that building an installation may take. */
export const buildTimeout = "60 seconds"

/** Longest time, in milliseconds, that a test with many callers or many examples may take. */
export const longTestMillis = 60_000
