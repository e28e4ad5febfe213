/** The time to the second, for what is counted down before one's eyes. */
import { useEffect, useState } from "react"

/** Now; it moves on every second while `isOn`. */
export const useSeconds = (isOn: boolean): number => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isOn) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [isOn])
  return now
}
