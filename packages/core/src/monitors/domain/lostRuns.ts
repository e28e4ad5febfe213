/**
 * Runs whose claims were lost: their process ended, or was not heard of any more, before it said what became of them.
 *
 * **Model.** A run may be what ended its process, and so may anything else that was under way there. So one that was lost once is begun
 * when no other such run of its process is under way; while it waits for that its claim counts for nothing. One that was lost three times
 * is looked at no more and fails: the first time it stood beside others, and twice is no accident. It is less than pages of batches are
 * tried (`batches/domain/losses.ts`), since the next slot brings another run, while a page is tried no more.
 */

/** From so many lost claims on a run is begun alone among its like, and its claim counts from when it began. @internal */
export const aloneFrom = 1

/** After so many lost claims a run has failed. @internal */
export const mostLosses = 3
