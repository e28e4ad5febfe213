/** The rules of the one door, told before anybody connects. */
import { EgressRules } from "@kittiwake/core/web/EgressRules"
import { Effect, Layer } from "effect"
import { Egress } from "./Egress.ts"

/** Judges with the policy of `Egress`, this machine's own addresses included. */
export const layer: Layer.Layer<EgressRules, never, Egress> = Layer.unwrap(
  Effect.map(Egress, ({ policy }) => EgressRules.layerOf(policy))
)
