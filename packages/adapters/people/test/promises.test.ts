/** The sources keep what the port promises, whatever the servers behind them do. */
import type { PersonSource } from "@kittiwake/core/people/PersonSource"
import type { Signer } from "@kittiwake/core/security/Signer"
import { noClues, type PersonReply, suite } from "@kittiwake/core/testing/personSourceSuite"
import type { ServiceCaller } from "@kittiwake/core/web/ServiceCaller"
import { Effect, Redacted } from "effect"
import * as GitHub from "../src/GitHub.ts"
import * as Gravatar from "../src/Gravatar.ts"
import * as Orcid from "../src/Orcid.ts"
import * as Wikidata from "../src/Wikidata.ts"
import { key, made, replyOf, serve } from "./peopleServer.ts"
import { github, gravatar, orcid, wikidata } from "./shapes.ts"

const script =
  (
    known: Parameters<typeof replyOf>[0],
    make: (url: string) => Effect.Effect<PersonSource, never, ServiceCaller | Signer>
  ) =>
  (reply: PersonReply) =>
    Effect.gen(function* () {
      const { asked, url } = yield* serve(replyOf(known)(reply))
      const source = yield* made(make(url))
      return { source, asked: Effect.sync(() => asked.length), secrets: [url, key] }
    })

const token = Redacted.make(key)

const byEmail = { ...noClues, email: "ada@tern.example" }
const byName = { ...noClues, firstName: "Ada", lastName: "Arden" }

suite("github", {
  script: script(github, (url) => GitHub.make({ url, token })),
  ...{ clues: byEmail, foundBy: "email", mostRequests: 7 }
})

suite("gravatar", {
  script: script(gravatar, (url) => Gravatar.make({ url, key: token })),
  ...{ clues: byEmail, foundBy: "email", mostRequests: 3 }
})

suite("orcid", {
  script: script(orcid, (url) => Orcid.make({ url, token })),
  clues: { ...byName, company: { name: "University of Turin", domain: null } },
  ...{ foundBy: "name", mostRequests: 8 }
})

suite("wikidata", {
  script: script(wikidata, (url) => Wikidata.make({ url })),
  ...{ clues: byName, foundBy: "name", mostRequests: 8 }
})
