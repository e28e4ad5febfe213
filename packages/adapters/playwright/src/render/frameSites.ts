/** Where the frames of a page stand: a browser shows each site in a process of its own, and takes 20 MB and some of the processor for it. */

import { maxLinkLength, parseUrl } from "@kittiwake/core/internal/security/domain/parseUrl"

/** The origin at the beginning of an address; null of one that is not of the web. What signs somebody in may have long addresses. */
export const originOf = (address: string): string | null => {
  const url = parseUrl(address.slice(0, maxLinkLength))
  return url !== null && /^https?:$/.test(url.protocol) ? url.origin : null
}

export interface FrameSites {
  /** A frame goes to an address, or stands there. */
  readonly stand: (frame: object, address: string) => void
  readonly leave: (frame: object) => void
  /** How many origins frames stand at now. */
  readonly count: () => number
  /** How often one of them went where none stood: each time takes a process. */
  readonly arrivals: () => number
}

/** No frames at first. */
export const makeFrameSites = (): FrameSites => {
  const origins = new Map<object, string>()
  const frames = new Map<string, number>()
  let arrivals = 0
  const leave = (frame: object) => {
    const origin = origins.get(frame)
    if (origin === undefined) return
    origins.delete(frame)
    const left = (frames.get(origin) ?? 0) - 1
    if (left > 0) frames.set(origin, left)
    else frames.delete(origin)
  }
  const stand = (frame: object, address: string) => {
    const origin = originOf(address)
    if (origin !== null && origin === origins.get(frame)) return
    leave(frame)
    if (origin === null) return
    origins.set(frame, origin)
    const others = frames.get(origin) ?? 0
    frames.set(origin, others + 1)
    if (others === 0) arrivals += 1
  }
  return { stand, leave, count: () => frames.size, arrivals: () => arrivals }
}
