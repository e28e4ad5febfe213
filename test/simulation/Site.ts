/** A site whose pages change, flicker and fail. */
import { type Answer, Answer as AnswerCases, type HttpFetcher, PageUnreachable } from "@kittiwake/core/web/HttpFetcher"
import { Effect } from "effect"
import type { Incarnation } from "./Universe.ts"
import type { World } from "./World.ts"

/** What a page says at a moment: its version, and now and then a line that is gone at the next look. */
const bodyOf = (world: World, url: string): string => {
  const page = world.pageOf(url)
  const version = page.changesAt.filter((at) => at <= world.universe.now).length
  const flicker = page.flickers && world.universe.chance.happens(0.2) ? "\nWe use cookies" : ""
  return `Pricing of ${url}\nVersion ${version}\nPlan costs ${10 + version} a month${flicker}`
}

/** The fetcher of one process. */
export const siteFor = (world: World, caller: Incarnation): HttpFetcher["Service"] => ({
  openSession: Effect.succeed({
    download: () => Effect.die("No monitor downloads."),
    fetch: ({ url, timeout }) =>
      Effect.callback<Answer, PageUnreachable>((resume) => {
        const { chance } = world.universe
        const latency = world.strikes("slow", world.rates.slow)
          ? world.leaseMillis * (0.5 + chance.next() * 2)
          : chance.happens(0.2)
            ? // Some pages are slow by nature, so that owners change monitors while they are looked at.
              5_000 + chance.next() * 20_000
            : 5 + chance.next() * 200
        const cancel = world.universe.after(latency, () => {
          if (!caller.alive) return
          if (world.strikes("fetch", world.rates.fetch)) {
            resume(Effect.fail(new PageUnreachable({ reason: "connection_failed", message: "simulated" })))
            return
          }
          resume(
            Effect.succeed(
              AnswerCases.cases.Fetched.make({
                url,
                status: 200,
                mediaType: "text/plain",
                body: bodyOf(world, url),
                etag: null,
                lastModified: null
              })
            )
          )
        })
        return Effect.sync(cancel)
      }).pipe(
        Effect.timeoutOrElse({
          duration: timeout,
          orElse: () => Effect.fail(new PageUnreachable({ reason: "timeout", message: "simulated" }))
        })
      )
  })
})
