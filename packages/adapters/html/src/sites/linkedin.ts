/** LinkedIn: a post that all may read, and what is said below it. */
import { type Reply, writeThread } from "../content/thread.ts"
import { makeElement } from "../makeElement.ts"
import type { PageElement } from "../PageTree.ts"
import { allInEntry, allOf, around, inEntry, inPage, textOf, withLines } from "./findParts.ts"
import type { Site } from "./Site.ts"

export const linkedin: Site = {
  hosts: ["linkedin.com"],
  read: ({ root, url }) => {
    if (!/^\/(?:posts|feed\/update)\//.test(url.pathname)) return undefined
    const card = inPage(root, `[data-test-id="main-feed-activity-card"], article.main-feed-activity-card`)
    const text = inEntry(card, `[data-test-id="main-feed-activity-card__commentary"]`)
    const lockup = inEntry(card, `[data-test-id="main-feed-activity-card__entity-lockup"]`)
    const author =
      lockup &&
      allInEntry(lockup, "a")
        .map(textOf)
        .find((name) => name !== "")
    if (card === undefined || text === undefined || author === undefined) return undefined
    const pictures = allOf(card, `[data-test-id="feed-images-content"]`, 1).flatMap((box) => allInEntry(box, "img"))
    return {
      root: writeThread({
        title: makeElement("h1", [author]),
        post: {
          author: "",
          date: textOf(inEntry(lockup, "time")),
          body: [withLines(text), ...pictures.map((image) => makeElement("p", [image]))]
        },
        replies: allOf(root, "section.comment").flatMap(replyOf)
      })
    }
  }
}

const replyOf = (comment: PageElement): ReadonlyArray<Reply> => {
  const author = textOf(inEntry(comment, ".comment__author"))
  const text = inEntry(comment, ".comment__text")
  if (author === "" || text === undefined) return []
  const time = inEntry(comment, ".comment__duration-since, time")
  const isAnswer = around(comment, ".comment__replies, .comment-replies, section.comment") !== undefined
  return [{ author, date: textOf(time), depth: isAnswer ? 1 : 0, body: [withLines(text)] }]
}
