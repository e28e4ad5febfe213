/** Deutsch: Wörter einzelner Ansichten, geladen mit der Ansicht. */
import type { Sections } from "../en.ts"

export const sections = {
  deliveries: async () => (await import("./deliveries.ts")).deliveries,
  demonstration: async () => (await import("./demonstration.ts")).demonstration,
  home: async () => (await import("./home.ts")).home,
  keys: async () => (await import("./keys.ts")).keys,
  monitors: async () => (await import("./monitors.ts")).monitors,
  playground: async () => (await import("./playground.ts")).playground,
  sharing: async () => (await import("./sharing.ts")).sharing,
  system: async () => (await import("./system.ts")).system,
  usage: async () => (await import("./usage.ts")).usage,
  views: async () => (await import("./views.ts")).views,
  whose: async () => (await import("./whose.ts")).whose,
  work: async () => (await import("./work.ts")).work
} satisfies Sections
