/** One fetch through the loopback door. */
import { HttpFetcher } from "@kittiwake/core/web/HttpFetcher"
import { Duration, Effect, Layer } from "effect"
import * as Undici from "../src/HttpFetcher.ts"
import { loopbackDoor } from "./door.ts"

/** Fetches from the loopback address. */
export const layer = (options?: Partial<Undici.HttpFetcherOptions>) =>
  Undici.layer(options).pipe(Layer.provide(loopbackDoor))

/** Fetches once in a session of its own. */
export const fetch = (url: string, timeout: Duration.Input = "20 seconds") =>
  Effect.gen(function* () {
    const session = yield* Effect.flatMap(HttpFetcher, ({ openSession }) => openSession)
    return yield* session.fetch({ url, validators: null, timeout: Duration.fromInputUnsafe(timeout) })
  })

/** The text of a page. */
export const textOf = (url: string) =>
  Effect.map(fetch(url), (answer) => (answer._tag === "Fetched" ? answer.body : answer._tag))

/** Why a page could not be fetched. */
export const reasonFor = (url: string, timeout?: Duration.Input) =>
  Effect.map(Effect.flip(fetch(url, timeout)), ({ reason }) => reason)
