/** Sites whose pages change, flicker and fail, behind the product's own gate for hosts. */
import { type Answer, Answer as AnswerCases, type HttpFetcher, PageUnreachable } from "@kittiwake/core/web/HttpFetcher"
import { Effect } from "effect"
import { makeHostGate } from "../../packages/adapters/fetch/src/HostGate.ts"
import type { Incarnation } from "./Universe.ts"
import type { World } from "./World.ts"

/** Requests of one process that a site may see at once, and requests of one process at all. */
const gate = { perHost: 2, total: 6 } as const

/** What a page says at a moment: its version, and now and then a line that is gone at the next look. */
const bodyOf = (world: World, url: string): string => {
  const page = world.pageOf(url)
  const version = page.changesAt.filter((at) => at <= world.universe.now).length
  const flicker = page.flickers && world.universe.chance.happens(0.2) ? "\nWe use cookies" : ""
  return `Pricing of ${url}\nVersion ${version}\nPlan costs ${10 + version} a month${flicker}`
}

const latencyOf = (world: World): number => {
  const { chance } = world.universe
  if (world.strikes("slow", world.rates.slow)) return world.leaseMillis * (0.5 + chance.next() * 2)
  // Some pages are slow by nature, so that owners change monitors while they are looked at.
  return chance.happens(0.2) ? 5_000 + chance.next() * 20_000 : 5 + chance.next() * 200
}

const request = (world: World, caller: Incarnation, url: string) =>
  Effect.callback<Answer, PageUnreachable>((resume) => {
    const cancel = world.universe.after(latencyOf(world), () => {
      const answer = world.strikes("fetch", world.rates.fetch)
        ? Effect.fail(new PageUnreachable({ reason: "connection_failed", message: "simulated" }))
        : Effect.succeed(
            AnswerCases.cases.Fetched.make({
              url,
              status: 200,
              mediaType: "text/plain",
              body: bodyOf(world, url),
              etag: null,
              lastModified: null
            })
          )
      world.universe.tell(caller, () => resume(answer))
    })
    return Effect.sync(cancel)
  })

/** Counts what a site sees at once of one process. */
const counted = (world: World, open: Map<string, number>, host: string) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const now = (open.get(host) ?? 0) + 1
      open.set(host, now)
      if (now > gate.perHost) world.violated("a site saw more requests at once than its gate lets through")
    }),
    () => Effect.sync(() => void open.set(host, (open.get(host) ?? 0) - 1))
  )

/** The fetcher of one process. */
export const siteFor = (world: World, caller: Incarnation): HttpFetcher["Service"] => {
  const throughGate = makeHostGate(gate)
  const open = new Map<string, number>()
  return {
    openSession: Effect.succeed({
      download: () => Effect.die("No monitor downloads."),
      fetch: ({ url, timeout }) => {
        const { host } = new URL(url)
        return Effect.andThen(counted(world, open, host), request(world, caller, url)).pipe(
          Effect.scoped,
          Effect.timeoutOrElse({
            duration: timeout,
            orElse: () => Effect.fail(new PageUnreachable({ reason: "timeout", message: "simulated" }))
          }),
          throughGate(host)
        )
      }
    })
  }
}
