/** English: the system. */
const plural = (count: number, one: string, many: string): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`

export const system = {
  title: "System",
  lead: (version: string, node: string, ago: string) => `Kittiwake ${version} on Node ${node}, started ${ago}.`,
  again: "Look again",
  operatorOnly: "The system is the operator's.",
  operatorOnlyTodo:
    "Sign in with the operator's token, or with a link that kittiwake dashboard prints, to see how this installation is.",
  doctor: "What the doctor says",
  looking: "The doctor looks; that takes some seconds.",
  looked: (ago: string) => `Looked ${ago}.`,
  well: "Nothing needs mending.",
  broken: (count: number) =>
    count === 1 ? "One thing needs mending." : `${count.toLocaleString("en")} things need mending.`,
  absent: (count: number) =>
    count === 1
      ? "One thing is not there, and need not be."
      : `${count.toLocaleString("en")} things are not there, and need not be.`,
  states: { ok: "works", absent: "not there", broken: "broken" },
  notLooked: "The doctor could not look.",
  settings: "Settings that are missing",
  settingsHint: "Each adds something that this installation does without, or mends something.",
  noSettings: "None is missing.",
  unread: (names: string) => `Set, and read by nothing in this version: ${names}.`,
  set: (count: number) => `${plural(count, "setting is", "settings are")} set.`,
  work: "Work that waits",
  workKinds: { runs: "Runs of monitors", deliveries: "Deliveries", pages: "Pages of batches" },
  due: (count: string) => `${count} due`,
  idle: "none",
  since: (ago: string) => `the first ${ago}`,
  noWork: "The database does not answer.",
  worker: "Worker",
  loops: {
    scheduler: "Runs monitors",
    batcher: "Reads pages of batches",
    deliverer: "Sends events",
    sweeper: "Ends what was left",
    pruner: "Removes what is old",
    refresher: "Reads brands again",
    gatherer: "Gathers news"
  } as Readonly<Record<string, string>>,
  alive: "alive",
  silent: (time: string) => `silent for ${time}`,
  noLoops: "This process only serves; others do the work.",
  checks: "Checks of /ready",
  checkNames: {
    database: "Database",
    clock: "Clock",
    worker: "Worker",
    disk: "Disk",
    blobs: "Disk of large bytes",
    bucket: "Bucket",
    redis: "Redis"
  } as Readonly<Record<string, string>>,
  passes: "passes",
  goesWithout: "goes on without",
  storage: "Storage",
  database: { sqlite: "Database (SQLite)", postgres: "Database (Postgres)" },
  blobs: { folder: "Large bytes", bucket: "Large bytes" },
  inBucket: "in a bucket, which tells no sum",
  atLeast: (bytes: string) => `more than ${bytes}`,
  where: "Where they are",
  free: "Free on the disk",
  memory: "Memory",
  resident: "Of the process",
  held: "Held by calls",
  of: (held: string, all: string) => `${held} of ${all}`,
  short: "Calls are refused, because memory is nearly full.",
  unknown: "unknown"
}
