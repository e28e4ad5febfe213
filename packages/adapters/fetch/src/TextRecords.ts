/** Text records, asked at the name servers of this machine. */
import { Resolver } from "node:dns/promises"
import { makeSharedPlaces } from "@kittiwake/core/internal/SharedPlaces"
import { WorksFor } from "@kittiwake/core/organizations/WorksFor"
import { mayHoldMore } from "@kittiwake/core/Shares"
import { isPrivateName } from "@kittiwake/core/web/domain/EgressPolicy"
import { TextRecords, textRecordLimits } from "@kittiwake/core/web/TextRecords"
import { Duration, Effect, Layer } from "effect"
import type { NameServers } from "./resolveName.ts"

/** Longest wait for an answer. */
const timeout = Duration.seconds(3)

/**
 * Longest name (RFC 1035, §2.3.4), and names that are asked for at once, in turns between organizations, of which none holds all: who waits
 * behind them has the same time.
 */
const limits = { name: 253, atOnce: 32 } as const

const askable = (name: string): boolean => name.length <= limits.name && !/[:/\s]/.test(name) && !isPrivateName(name)

const wholeOf = (records: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> =>
  records
    .slice(0, textRecordLimits.records)
    .map((parts) => parts.join(""))
    .filter((record) => record.length <= textRecordLimits.characters)

/** Asks these servers; those of this machine unless given. */
export const layerWith = (options: NameServers): Layer.Layer<TextRecords> =>
  Layer.effect(
    TextRecords,
    Effect.gen(function* () {
      const resolver = new Resolver({ timeout: options.timeoutMillis ?? 1_500, tries: 2 })
      if (options.servers !== undefined) resolver.setServers(options.servers)
      const places = makeSharedPlaces(limits.atOnce, mayHoldMore)
      return TextRecords.of({
        at: (name) =>
          askable(name)
            ? Effect.flatMap(WorksFor, (owner) =>
                places(owner ?? "")(Effect.tryPromise(() => resolver.resolveTxt(name)))
              ).pipe(
                Effect.map(wholeOf),
                Effect.timeoutOrElse({ duration: timeout, orElse: () => Effect.succeed([]) }),
                Effect.orElseSucceed((): ReadonlyArray<string> => [])
              )
            : Effect.succeed([])
      })
    })
  )

/** Asks the servers of this machine. */
export const layer: Layer.Layer<TextRecords> = layerWith({})
