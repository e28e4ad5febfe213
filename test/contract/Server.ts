/** The API listening on this machine, over an installation in memory whose clock a test moves, and the public client. */

import { Credits } from "@kittiwake/core/credits/Credits"
import { newOrganization, OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import type { Plan } from "@kittiwake/core/organizations/domain/Plan"
import type { Scope } from "@kittiwake/core/organizations/domain/Scope"
import { Organizations } from "@kittiwake/core/organizations/Organizations"
import { Inbox } from "@kittiwake/core/testing/Inbox"
import type { PageScript } from "@kittiwake/core/testing/PageScript"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { TestInstallation, type TestInstallationOptions } from "@kittiwake/core/testing/TestInstallation"
import * as HtmlPageReader from "@kittiwake/html/PageReader"
import * as NodeServer from "@kittiwake/http/NodeServer"
import { Readiness } from "@kittiwake/http/system/Readiness"
import ContextDev from "context.dev"
import { DateTime, type Duration, Effect, Layer, ManagedRuntime, Redacted } from "effect"
import { HttpServer } from "effect/http"

const layerOf = (options: TestInstallationOptions) =>
  NodeServer.layer({ host: "127.0.0.1", port: 0, grace: "1 second" }).pipe(
    Layer.provideMerge(Readiness.layerAlways),
    Layer.provideMerge(TestInstallation.layer({ pageReader: HtmlPageReader.layer, ...options }))
  )

type Services = Layer.Success<ReturnType<typeof layerOf>>

/** A caller with a key of its own. */
export interface Caller {
  readonly client: ContextDev
  /** A request that the client has no method for; never rejects for a status. */
  readonly call: (method: string, path: string, body?: unknown) => Promise<Reply>
}

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly body: Readonly<Record<string, unknown>>
}

export interface Server extends Caller {
  /** A caller of the same organization, with these scopes alone. */
  readonly callerWith: (scopes: ReadonlyArray<Scope>) => Promise<Caller>
  /** A caller of another organization, with a plan and credits. */
  readonly stranger: (given?: { readonly plan?: Plan; readonly credits?: number }) => Promise<Caller>
  readonly show: (url: string, script: PageScript) => Promise<void>
  readonly outage: (url: string) => Promise<void>
  readonly mend: (url: string) => Promise<void>
  /** How often an address was looked at. */
  readonly looks: (url: string) => Promise<number>
  readonly inbox: Inbox["Service"]
  /** Lets time pass, and all that falls due in it happen. */
  readonly advance: (duration: Duration.Input) => Promise<void>
  /** Lets all that is due now happen, second looks included. */
  readonly settle: () => Promise<void>
  readonly now: () => Promise<string>
  readonly run: <A, E>(effect: Effect.Effect<A, E, Services>) => Promise<A>
}

const callerOf = (baseUrl: string, apiKey: string): Caller => ({
  client: new ContextDev({ apiKey, baseURL: `${baseUrl}/v1`, maxRetries: 0 }),
  call: async (method, path, body) => {
    const response = await fetch(`${baseUrl}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(body === undefined ? {} : { "content-type": "application/json" })
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
})

const openServer = async (options: TestInstallationOptions) => {
  const runtime = ManagedRuntime.make(layerOf(options))
  const run: Server["run"] = (effect) => runtime.runPromise(effect)
  const { address } = await run(HttpServer.HttpServer)
  if (address._tag === "UnixPathAddress") throw new Error("It listens on no port.")
  const baseUrl = `http://127.0.0.1:${address.port}`
  const { organization } = await run(TestInstallation)

  const keyOf = Effect.fnUntraced(function* (organizationId: OrganizationId, scopes: ReadonlyArray<Scope> | null) {
    const { secret } = yield* (yield* Organizations).createKey({ organizationId, name: "contract", scopes })
    return callerOf(baseUrl, Redacted.value(secret))
  })
  const advance: Server["advance"] = (duration) =>
    run(Effect.flatMap(TestInstallation, (installation) => installation.advance(duration)))

  const server: Server = {
    ...(await run(keyOf(organization.id, null))),
    callerWith: (scopes) => run(keyOf(organization.id, scopes)),
    stranger: ({ credits = 1_000, plan = "scale" } = {}) =>
      run(
        Effect.gen(function* () {
          const id = OrganizationId.make(`org_${crypto.randomUUID().replaceAll("-", "")}`)
          const createdAt = yield* DateTime.now
          yield* (yield* Organizations).put({
            ...newOrganization({ id, name: "Other", plan, createdAt }),
            billing: null
          })
          if (credits > 0) yield* (yield* Credits).post(id, { kind: "grant", id: "first" }, credits)
          return yield* keyOf(id, null)
        })
      ),
    show: (url, script) => run(ScriptedWeb.use((web) => web.page(url, script))),
    outage: (url) => run(ScriptedWeb.use((web) => web.outage(url))),
    mend: (url) => run(ScriptedWeb.use((web) => web.mend(url))),
    looks: (url) => run(ScriptedWeb.use((web) => Effect.map(web.looks(url), ({ length }) => length))),
    inbox: await run(Inbox),
    advance,
    settle: () => advance("30 seconds"),
    now: () => run(Effect.map(DateTime.now, DateTime.formatIso)),
    run
  }
  return { server, close: () => runtime.dispose() }
}

/** A test of an installation of its own. */
export const withServer =
  (test: (server: Server) => Promise<void>, options: TestInstallationOptions = {}) =>
  async (): Promise<void> => {
    const { close, server } = await openServer(options)
    try {
      await test(server)
    } finally {
      await close()
    }
  }
