/** Players of known video services, and posts of others that stand in a page, as the address of what they show. */
import { attributeOf, PageElement } from "../PageTree.ts"

const players: ReadonlyArray<readonly [RegExp, (id: string) => string]> = [
  [
    /^(?:https?:)?\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/([\w-]{6,20})(?:[/?#]|$)/i,
    (id) => `https://www.youtube.com/watch?v=${id}`
  ],
  // A film that is not listed has a second key.
  [
    /^(?:https?:)?\/\/player\.vimeo\.com\/video\/(\d+\?(?:[^#]*&)?h=\w{6,20})(?:[&#]|$)/i,
    (id) => `https://vimeo.com/${id.replace(/^([^?]*)\?.*h=/, "$1/")}`
  ],
  [/^(?:https?:)?\/\/player\.vimeo\.com\/video\/(\d+)/i, (id) => `https://vimeo.com/${id}`],
  [
    /^(?:https?:)?\/\/(?:www\.|geo\.)?dailymotion\.com\/(?:embed\/video\/|player\.html\?video=)(\w+)/i,
    (id) => `https://www.dailymotion.com/video/${id}`
  ],
  [/^(?:https?:)?\/\/player\.twitch\.tv\/\?(?:.*&)?video=v?(\d+)/i, (id) => `https://www.twitch.tv/videos/${id}`],
  [
    /^(?:https?:)?\/\/player\.bilibili\.com\/player\.html\?(?:.*&)?bvid=(\w+)/i,
    (id) => `https://www.bilibili.com/video/${id}`
  ],
  [
    /^(?:https?:)?\/\/platform\.(?:twitter|x)\.com\/embed\/[^?]*\?(?:.*&)?id=(\d+)/i,
    (id) => `https://x.com/i/status/${id}`
  ],
  [/^(?:https?:)?\/\/(?:www\.)?(?:twitter|x)\.com\/(\w+\/status\/\d+)/i, (path) => `https://x.com/${path}`],
  [
    /^(?:https?:)?\/\/(?:www\.)?instagram\.com\/((?:p|reel)\/[\w-]+)\/embed/i,
    (path) => `https://www.instagram.com/${path}/`
  ],
  [/^(?:https?:)?\/\/open\.spotify\.com\/embed\/(\w+\/\w+)/i, (path) => `https://open.spotify.com/${path}`]
]

/** Where a reader finds what a frame shows; undefined when it is none of those that are known. */
export const videoOf = (frame: PageElement): string | undefined => {
  const id = frame.name === "iframe" ? undefined : attributeOf(frame, "videoid")
  if (id !== undefined) {
    if (!/^[\w-]{6,20}$/.test(id)) return undefined
    return frame.name === "lite-vimeo" ? `https://vimeo.com/${id}` : `https://www.youtube.com/watch?v=${id}`
  }
  const source = (attributeOf(frame, "src") ?? attributeOf(frame, "data-src") ?? "").trim()
  // What it shows may be named at its end.
  if (source.length > 2_000) return undefined
  for (const [pattern, addressOf] of players) {
    const id = pattern.exec(source)?.[1]
    if (id !== undefined) return addressOf(id)
  }
  return undefined
}

/** What a `video` or `audio` plays, unless it plays on its own as a decoration does. */
export const recordingOf = (player: PageElement): string | undefined => {
  if (attributeOf(player, "autoplay") !== undefined && attributeOf(player, "controls") === undefined) return undefined
  const own = attributeOf(player, "src")?.trim()
  if (own !== undefined && own !== "") return own
  for (const child of player.children) {
    if (!(child instanceof PageElement) || child.name !== "source") continue
    const source = attributeOf(child, "src")?.trim()
    if (source !== undefined && source !== "") return source
  }
  return undefined
}
