/** The product as the process of a bench runs it: the command's services and adapters over the storage the bench names. */
import "../packages/cli/src/heapFlags.ts"
import { parseAllow } from "@kittiwake/core/web/domain/EgressPolicy"
import { Clock, Duration, Effect, Layer, Option, Redacted, Result } from "effect"
import * as adapters from "../packages/cli/src/adapters.ts"
import * as logging from "../packages/cli/src/logging.ts"
import { blobFolder } from "./blobFolder.ts"

/** What the process of a bench finds in its environment: the address of a Postgres database, or a data directory. */
const named = process.env.BENCH_STORAGE ?? ""

const storage: adapters.Storage = named.startsWith("postgres:")
  ? { _tag: "Postgres", url: Redacted.make(named) }
  : { _tag: "Embedded", dataDirectory: named }

/** Every store on the named storage, with ids and signatures. */
export const layerStorage = adapters.layerStorage({ storage })

/** Every port; loopback may be reached. Time is the bench's own: the storage's would undo `shiftedClock`. */
export const layerAdapters = adapters.layerPorts({
  storage,
  blobs: { _tag: "Files", directory: blobFolder(named) },
  browser: { setting: Option.some("off"), isGuarded: false, hasSandbox: true, directory: null },
  sealingKey: Option.none(),
  egressAllow: Result.getOrThrow(parseAllow("127.0.0.0/8")),
  readingSeconds: 10
})

/** The log of a server that prints to a file. */
export const layerLog = logging.layerServer("json", "Info")

/** A clock that runs as the machine's does and can be put forward, so that what is due tomorrow is due now. */
export const shiftedClock = () => {
  const machine = Clock.Clock.defaultValue()
  let shiftMillis = 0
  const millis = () => machine.currentTimeMillisUnsafe() + shiftMillis
  const nanos = () => machine.currentTimeNanosUnsafe() + BigInt(shiftMillis) * 1_000_000n
  const clock: Clock.Clock = {
    ...machine,
    currentTimeMillisUnsafe: millis,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: () => machine.monotonicTimeNanosUnsafe(),
    sleep: (duration) => machine.sleep(duration)
  }
  return {
    layer: Layer.succeed(Clock.Clock, clock),
    putForward: (by: Duration.Duration) => {
      shiftMillis += Duration.toMillis(by)
    }
  }
}
