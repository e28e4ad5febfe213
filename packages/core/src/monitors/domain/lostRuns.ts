/**
 * Runs whose claims were lost: their process ended, or was not heard of any more, before it said what became of them.
 *
 * **Model.** A run may be what ended its process, and so may anything else that was under way there. So one that was lost twice is begun
 * when no other such run of its process is under way; while it waits for that its claim counts for nothing. One that was lost as often as a
 * page of a batch may be (`batches/domain/losses.ts`) is looked at no more and fails: processes that something else kills again and again
 * take hardly ever the same one so often.
 */

/** From so many lost claims on a run is begun alone among its like, and its claim counts from when it began. @internal */
export const aloneFrom = 2

/** After so many lost claims a run has failed. @internal */
export const mostLosses = 10
