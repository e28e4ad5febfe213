import { Duration } from "effect"

/** How long credits stay held when the process that held them dies. */
export const holdLifetime = Duration.minutes(15)
