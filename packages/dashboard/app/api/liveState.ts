/** Whether what the server says changed is heard as it happens. It is heard by `live.ts`, which is loaded behind the first screen. */

/** Whether the stream is open, and since when it is not. */
export interface LiveState {
  readonly isLive: boolean
  readonly since: number
}

let state: LiveState = { isLive: false, since: Date.now() }
const listeners = new Set<() => void>()

export const liveState = (): LiveState => state

export const onLiveState = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const setLive = (isLive: boolean): void => {
  if (state.isLive === isLive) return
  state = { isLive, since: Date.now() }
  for (const listener of listeners) listener()
}
