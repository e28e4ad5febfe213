/** Where the screen of the address stands. */
import { Outlet, useChildMatches } from "@tanstack/react-router"

/**
 * What of the address is within a route.
 *
 * **Details.** Each route has a place of its own, so that the screen before is taken away whole when another comes. In one place, Preact would
 * lay it aside while the other is still being loaded, where it would go on reading an address that is not its own.
 */
export const Screen = () => {
  const route = useChildMatches({ select: ([match]) => match?.routeId })
  return <Outlet key={route} />
}
