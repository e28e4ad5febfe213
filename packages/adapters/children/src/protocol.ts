/** What a pool and its children say to each other. */

/** How much one piece of work may take; `at most` is what the program may ask for while it works. */
export interface Allowance {
  readonly processorMillis: number
  readonly processorMillisAtMost: number
  /** Memory of the whole child, whatever it is used for. */
  readonly residentBytes: number
  /** What the work may add to it. */
  readonly addedBytes: number
}

/** From the pool to a child: a piece of work. */
export interface Request {
  readonly allowance: Allowance
  readonly head: unknown
}

/** Why a child was ended at work: by its guard, or because its program broke. */
export type StopReason = "processor" | "memory" | "broken"

/** From a child to the pool. */
export type Report =
  | { readonly kind: "ready" }
  /** Work is under way, and the guard with it. */
  | { readonly kind: "alive" }
  | { readonly kind: "answer"; readonly head: unknown; readonly processorMillis: number }
  | { readonly kind: "stopped"; readonly reason: StopReason; readonly processorMillis: number }

/** From the program's thread to the guard of its process. */
export type FromProgram =
  | { readonly kind: "ready" }
  | { readonly kind: "answer"; readonly head: unknown; readonly bytes: Uint8Array<ArrayBuffer> }
  /** Asks for more time of the processor than was given at first. */
  | { readonly kind: "more"; readonly processorMillis: number }

/** What the program's thread is started with. */
export interface ProgramLimits {
  readonly program: string
  readonly heapMegabytes: number
}

/** How often a child at work says that it is alive. */
export const aliveEveryMillis = 1_000

/** Most of what stands beside the bytes of a message. */
export const maxHeadBytes = 4 * 1024 * 1024
