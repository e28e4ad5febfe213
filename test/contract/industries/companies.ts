/** Companies with sites, as the tests of their industries ask for them. */
import { assert } from "@effect/vitest"
import { BrandStore } from "@kittiwake/core/brands/BrandStore"
import type { BrandEntry } from "@kittiwake/core/brands/domain/BrandEntry"
import ContextDev from "context.dev"
import { DateTime, Effect } from "effect"
import type { Server } from "../Server.ts"

export const dentist = `<!doctype html><html lang="en"><head><title>Bright Smile: your family dentists</title></head><body>
  <nav><a href="/about">About us</a><a href="/services">Services</a></nav>
  <main><h1>A dentist for the whole family</h1><p>Dentists' offices in Tulsa: our dentists and dental surgeons offer fillings,
  root canals and dentures to every patient.</p></main></body></html>`

export const pageOf = (title: string, text: string) =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1><p>${text}</p></main></body></html>`

/** A company with a front page and two more. */
export const open = async (server: Server) => {
  await server.show("https://smile.example/", dentist)
  await server.show("https://smile.example/about", pageOf("About us", "Two dentists and a hygienist."))
  await server.show("https://smile.example/services", pageOf("Services", "Crowns and implants by our dental surgeons."))
}

/** Puts a company into the index of names. */
export const known = (server: Server, given: Partial<BrandEntry> & Pick<BrandEntry, "domain">) =>
  server.run(
    Effect.gen(function* () {
      const updatedAt = yield* DateTime.now
      const entry: BrandEntry = {
        ...{ name: null, aliases: [], description: null, country: null, language: null, logo: null, rank: null },
        ...{ symbols: [], ids: [], told: {}, source: "imported", updatedAt },
        ...given
      }
      yield* (yield* BrandStore).put([entry])
    })
  )

export const credits = async ({ call }: Server): Promise<number> => {
  const { body } = await call("GET", "/batch/list")
  return Number(Object(body.key_metadata).credits_remaining)
}

/** That a call is refused so, and costs nothing. */
export const refuses = async (server: Server, ask: () => PromiseLike<unknown>, status: number, code: string) => {
  const before = await credits(server)
  const error = await Promise.resolve(ask()).then(
    () => assert.fail("It was answered."),
    (cause: unknown) => cause
  )
  assert.instanceOf(error, ContextDev.APIError)
  assert.deepStrictEqual([error.status, Object(error.error).error_code], [status, code], error.message)
  assert.strictEqual(await credits(server), before)
  return error.message
}
