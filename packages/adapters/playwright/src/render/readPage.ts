/** The documents of a page as they stand. */
import { maxBodyBytes } from "@kittiwake/core/web/HttpFetcher"
import { Effect } from "effect"
import type { CDPSession } from "playwright-core"
import { readMarkup } from "../page/document.ts"
import type { OpenPage } from "./OpenPage.ts"
import { ask, pageTooLarge } from "./PageFailed.ts"
import { worldOf } from "./PageWorld.ts"

export interface FrameDocument {
  readonly url: string
  readonly html: string
}

/** Most frames that are read, and most characters of one and of all. */
const maxFrames = 10
const maxFrameChars = 2 * 1024 * 1024
const maxFramesChars = 10 * 1024 * 1024

/** A frame that does not answer is left out. */
const frameWithin = "2 seconds"

/** Documents whose scripts leave no time for ours are interrupted once. */
const patience = "1500 millis"

/** The markup of the document. */
export const readHtml = Effect.fnUntraced(function* ({ session, world }: OpenPage) {
  const read = world.run(readMarkup, { maxChars: maxBodyBytes })
  const interrupted = ask(() => session.send("Runtime.terminateExecution")).pipe(Effect.andThen(read))
  const html = yield* read.pipe(Effect.timeoutOrElse({ duration: patience, orElse: () => interrupted }))
  return html ?? (yield* pageTooLarge)
})

interface FrameTree {
  readonly frame: { readonly id: string; readonly url: string }
  readonly childFrames?: ReadonlyArray<FrameTree>
}

const below = ({ childFrames = [] }: FrameTree): ReadonlyArray<FrameTree["frame"]> =>
  childFrames.flatMap((child) => [child.frame, ...below(child)])

const readFrame = (session: CDPSession, { id, url }: FrameTree["frame"]) =>
  worldOf(session, id)
    .run(readMarkup, { maxChars: maxFrameChars })
    .pipe(
      Effect.timeoutOption(frameWithin),
      Effect.map((html) => (html._tag === "Some" && html.value !== null ? [{ url, html: html.value }] : [])),
      Effect.catch(() => Effect.succeed([]))
    )

const treeOf = (session: CDPSession) =>
  ask(() => session.send("Page.getFrameTree")).pipe(Effect.map(({ frameTree }): FrameTree => frameTree))

/** Frames of other sites live in processes of their own, which the session of the page does not reach. */
const foreignFrames = Effect.fnUntraced(function* ({ context, page }: OpenPage) {
  const found: Array<FrameDocument> = []
  for (const frame of page.frames().slice(1, maxFrames * 2)) {
    const session = yield* Effect.option(ask(() => context.newCDPSession(frame)))
    if (session._tag === "None") continue
    const tree = yield* Effect.option(treeOf(session.value))
    if (tree._tag === "Some") found.push(...(yield* readFrame(session.value, tree.value.frame)))
  }
  return found
})

/** The documents of the page's frames, those that have one and answer. */
export const readFrames = Effect.fnUntraced(function* (opened: OpenPage) {
  const own = below(yield* treeOf(opened.session)).slice(0, maxFrames)
  const read = yield* Effect.forEach(own, (frame) => readFrame(opened.session, frame), { concurrency: 2 })
  const all = [...read.flat(), ...(yield* foreignFrames(opened))].filter(({ html }) => html !== "")
  let room = maxFramesChars
  return all.slice(0, maxFrames).filter(({ html }) => {
    room -= html.length
    return room >= 0
  })
})
