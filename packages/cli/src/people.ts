/** The sources of people that stand outside. It is loaded where one is set, and with the first question to it. */
import { type PersonSource, PersonSources } from "@kittiwake/core/people/PersonSource"
import type { Signer as SignerPort } from "@kittiwake/core/security/Signer"
import type { ServiceCaller } from "@kittiwake/core/web/ServiceCaller"
import * as Signer from "@kittiwake/crypto/Signer"
import * as GitHub from "@kittiwake/people/GitHub"
import * as Gravatar from "@kittiwake/people/Gravatar"
import * as Orcid from "@kittiwake/people/Orcid"
import * as Wikidata from "@kittiwake/people/Wikidata"
import { Effect, Layer, Option } from "effect"
import type { NamedSource, PeopleChoice } from "./peopleChoice.ts"

const given = <Name extends string, A>(name: Name, value: Option.Option<A>): { readonly [N in Name]?: A } =>
  (Option.isSome(value) ? { [name]: value.value } : {}) as { readonly [N in Name]?: A }

const make = (
  { name, url }: NamedSource,
  { githubToken, gravatarKey, orcidToken }: PeopleChoice
): Effect.Effect<PersonSource, never, ServiceCaller | SignerPort> => {
  const place = given("url", url)
  switch (name) {
    case "github":
      return GitHub.make({ ...place, ...given("token", githubToken) })
    case "gravatar":
      return Gravatar.make({ ...place, ...given("key", gravatarKey) })
    case "orcid":
      return Orcid.make({ ...place, ...given("token", orcidToken) })
    case "wikidata":
      return Wikidata.make(place)
  }
}

/** Those that are chosen. */
export const layer = (choice: PeopleChoice): Layer.Layer<PersonSources, never, ServiceCaller> =>
  Layer.effect(
    PersonSources,
    Effect.map(Effect.all(choice.sources.map((one) => make(one, choice))), (sources) => ({ sources }))
  ).pipe(Layer.provide(Signer.layer))
