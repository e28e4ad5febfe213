/** The secret of a monitor that was made just now: its page shows it once. */

export interface Made {
  readonly monitorId: string
  readonly secret: string
}

let made: Made | null = null

export const keepMade = (one: Made): void => {
  made = one
}

/** Takes it: whoever asks again gets nothing. */
export const takeMade = (): Made | null => {
  const taken = made
  made = null
  return taken
}
