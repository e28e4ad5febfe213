/** How much of the bodies of deliveries is read along with them, and kept. */

/** Most bytes of a body that is read when its delivery is claimed, hundreds at once. @internal */
export const claimedBodyBytes = 16 * 1024

/** Most bytes of a body that stays whole when its batch is removed: nothing is sent any more, and deliveries stay for good. @internal */
export const removedBodyBytes = 4_096
