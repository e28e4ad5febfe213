/** Between which moments a lease ends that holds. */
import { leaseHorizon } from "@kittiwake/core/internal/leaseHorizon"

/** Up to when a lease has ended, and from when on its end is not believed, in milliseconds since 1970. */
export const leaseBounds = (clockMillis: number, leaseMillis = 0): readonly [ended: number, beyond: number] => [
  clockMillis,
  clockMillis + leaseHorizon(leaseMillis)
]
