/**
 * Pages whose claims were lost: their process ended, or was not heard of any more, before it said what became of them.
 *
 * **Model.** A page may be what ended the process that read it, and so may any other that was under way there. So a page that was lost
 * twice is read alone among such pages of a process: while it waits for its turn its claim counts for nothing. Processes that are
 * killed again and again by something else, as in a machine short of memory, take a page with them each time, and hardly ever the same
 * one eight times: a page that is lost so often by itself is read no more.
 */

/** From so many lost claims on a page is read alone among its like, and its claim counts from when it began. @internal */
export const aloneFrom = 2

/** After so many lost claims a page has failed. @internal */
export const mostLosses = 10
