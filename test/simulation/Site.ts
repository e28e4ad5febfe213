/** What processes reach of the sites: over HTTP and in a browser, behind the product's own gate for hosts. */
import type { Browser } from "@kittiwake/core/pages/Browser"
import { instructionOf } from "@kittiwake/core/pages/domain/BrowserAction"
import type { BrowserSession } from "@kittiwake/core/profiles/domain/BrowserSession"
import {
  Answer as AnswerCases,
  type FetchRequest,
  type HttpFetcher,
  PageUnreachable
} from "@kittiwake/core/web/HttpFetcher"
import { type Duration, Effect } from "effect"
import { makeHostGate } from "../../packages/adapters/fetch/src/HostGate.ts"
import { encodedOf } from "../../packages/core/src/testing/scriptedAnswers.ts"
import { isForMembers, isSignedIn, memberOf } from "./Profiles.ts"
import type { Incarnation } from "./Universe.ts"
import type { World } from "./World.ts"
import type { Said } from "./web/Sites.ts"

/** Requests of one process that a site may see at once, and requests of one process at all. */
const gate = { perHost: 2, total: 6 } as const

const latencyOf = (world: World): number => {
  const { chance } = world.universe
  if (world.strikes("slow", world.rates.slow)) return world.leaseMillis * (0.5 + chance.next() * 2)
  // Some pages are slow by nature, so that owners change monitors while they are looked at.
  return chance.happens(0.2) ? 5_000 + chance.next() * 20_000 : 5 + chance.next() * 200
}

/** What is text and what is not, as a fetcher that reads text has it. */
const isText = ({ mediaType }: Said): boolean => /^text\/|[/+](?:xml|json)$/.test(mediaType)

const noText = new PageUnreachable({ reason: "unsupported_content", message: "simulated" })

const unreachable = new PageUnreachable({ reason: "connection_failed", message: "simulated" })

/** What an address answers when the request comes there; whatever it is, somebody was shown it. */
const shown = (world: World, by: Incarnation, url: string, session: BrowserSession | null): Said | null => {
  const atMillis = world.universe.now
  const isRefused = isForMembers(url) && !isSignedIn(session, atMillis)
  const said = world.strikes("fetch", world.rates.fetch)
    ? null
    : isRefused
      ? world.sites.askToSignIn(url)
      : world.sites.answer(url, atMillis)
  if (said !== null && said.spell !== null) world.fired.spell++
  world.servings.note(url, {
    atMillis,
    by,
    member: memberOf(session),
    body: said?.body ?? "",
    spell: said?.spell ?? null,
    isWell: said !== null && said.spell === null && said.status === 200
  })
  return said
}

const request = (world: World, caller: Incarnation, url: string, session: BrowserSession | null) =>
  Effect.callback<Said, PageUnreachable>((resume) => {
    const cancel = world.universe.after(latencyOf(world), () => {
      const said = shown(world, caller, url, session)
      const answer = said === null ? Effect.fail(unreachable) : Effect.succeed(said)
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

type Exchange = (
  url: string,
  timeout: Duration.Duration,
  session?: BrowserSession | null
) => Effect.Effect<Said, PageUnreachable>

const exchangeOf = (world: World, caller: Incarnation): Exchange => {
  const throughGate = makeHostGate(gate)
  const open = new Map<string, number>()
  return (url, timeout, session = null) => {
    const { host } = new URL(url)
    return Effect.andThen(counted(world, open, host), request(world, caller, url, session)).pipe(
      Effect.scoped,
      Effect.timeoutOrElse({
        duration: timeout,
        orElse: () => Effect.fail(new PageUnreachable({ reason: "timeout", message: "simulated" }))
      }),
      throughGate(host)
    )
  }
}

const encoder = new TextEncoder()

const fetcherOf = (exchange: Exchange): HttpFetcher["Service"] => {
  const fetch = ({ timeout, url }: FetchRequest) =>
    Effect.flatMap(exchange(url, timeout), ({ spell: _, ...said }) =>
      isText({ ...said, spell: null })
        ? Effect.succeed(AnswerCases.cases.Fetched.make({ ...said, etag: null, lastModified: null }))
        : Effect.fail(noText)
    )
  return {
    openSession: Effect.succeed({
      fetch,
      fetchEncoded: (request) => Effect.map(fetch(request), encodedOf),
      download: ({ timeout, url }) =>
        Effect.map(exchange(url, timeout), ({ body, mediaType, spell: _, ...said }) => ({
          ...said,
          contentType: mediaType,
          bytes: encoder.encode(body),
          etag: null,
          lastModified: null,
          isNotModified: false,
          isPart: false
        }))
    })
  }
}

/** Whether an action works: there is nothing to act on where something stands in place of the page. */
const acts = (world: World, by: Incarnation, { spell, url }: Said): boolean => {
  if (spell === null && !world.strikes("action", world.rates.fetch / 2)) return true
  world.misclicks.set(url, { atMillis: world.universe.now, by })
  return false
}

const browserOf = (world: World, by: Incarnation, exchange: Exchange): Browser["Service"] => ({
  render: ({ actions, session, timeout, url }) =>
    Effect.map(exchange(url, timeout, session), (said) => ({
      url: said.url,
      status: said.status,
      contentType: said.mediaType,
      html: said.body,
      frames: [],
      finalDomState: "loaded" as const,
      actionsApplied: actions.map((action) => ({
        instruction: instructionOf(action),
        status: acts(world, by, said) ? ("applied" as const) : ("failed" as const)
      })),
      isStale: false,
      capture: null,
      session
    }))
})

/** The fetcher and the browser of one process. */
export const siteFor = (world: World, caller: Incarnation) => {
  const exchange = exchangeOf(world, caller)
  return { fetcher: fetcherOf(exchange), browser: browserOf(world, caller, exchange) }
}
