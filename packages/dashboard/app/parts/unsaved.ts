/** What was filled in and neither saved nor sent: whoever would lose it is asked before. */
import { createContext, useContext, useLayoutEffect } from "react"

/** Where forms stand: a dialog of its own, or the screen, which is null. */
export const PlaceContext = createContext<object | null>(null)

interface Filled {
  readonly place: object | null
}

/** Forms that hold something. */
const filled = new Set<Filled>()

interface Question {
  /** Another each time that it is asked: what was opened or came back meanwhile must not stand above it. */
  readonly id: number
  readonly answer: (may: boolean) => void
  readonly answered: Promise<boolean>
}

let asked: Question | null = null

let asks = 0

const listeners = new Set<() => void>()

const tell = (): void => {
  for (const listener of listeners) listener()
}

/** Hears of forms that are filled and of what is asked. */
export const onUnsaved = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether a form holds something: of one place, or anywhere. */
export const isUnsaved = (place?: object): boolean =>
  place === undefined ? filled.size > 0 : [...filled].some((one) => one.place === place)

/** What is asked now. */
export const question = (): Question | null => asked

/** Whether what stands in forms may be lost, of one place or anywhere: at once where there is nothing, else when somebody says so. */
export const mayLose = (place?: object): Promise<boolean> => {
  if (!isUnsaved(place)) return Promise.resolve(true)
  if (asked !== null) {
    asked = { ...asked, id: ++asks }
    tell()
    return asked.answered
  }
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const answer = (may: boolean) => {
    asked = null
    tell()
    resolve(may)
  }
  asked = { id: ++asks, answer, answered: promise }
  tell()
  return promise
}

/** Nobody is asked any more: it was said that all of it is lost. */
export const loseAll = (): void => {
  filled.clear()
  tell()
}

/** From now on something would be lost at a place, until it is told otherwise. */
export const hold = (place: object | null): (() => void) => {
  const form = { place }
  filled.add(form)
  tell()
  return () => {
    filled.delete(form)
    tell()
  }
}

/** Stands in a form, and says whether that holds what was filled in and neither saved nor sent. */
export const Unsaved = ({ is }: { readonly is: boolean }): null => {
  const place = useContext(PlaceContext)
  useLayoutEffect(() => (is ? hold(place) : undefined), [is, place])
  return null
}
