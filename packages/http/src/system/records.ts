/** How an installation stands, on the wire: what its operator sees. */
import { Schema } from "effect"

const Moment = Schema.String.annotate({ format: "date-time" })

const Bytes = Schema.Int

/** One thing that the doctor looked at. */
export const FindingRecord = Schema.Struct({
  subject: Schema.String,
  /** `broken` keeps Kittiwake from working; `absent` leaves something out that it works without. */
  state: Schema.Literals(["ok", "absent", "broken"]),
  message: Schema.String,
  /** What to do about it; null when nothing needs doing. */
  mend: Schema.NullOr(Schema.String),
  /** Settings that the advice names. */
  settings: Schema.Array(Schema.String)
}).annotate({ identifier: "Finding" })
export type FindingRecord = typeof FindingRecord.Type

/** All that the doctor found, and when. */
export const ExaminationRecord = Schema.Struct({
  examined_at: Moment,
  findings: Schema.Array(FindingRecord),
  /** Why there are none; null where the doctor could look. */
  problem: Schema.NullOr(Schema.String)
}).annotate({ identifier: "Examination" })
export type ExaminationRecord = typeof ExaminationRecord.Type

/** One loop of the worker that runs in the process that answers. */
const LoopRecord = Schema.Struct({
  name: Schema.String,
  is_alive: Schema.Boolean,
  /** For how long it has given no sign beyond the time that it meant to rest. */
  silent_seconds: Schema.Int
}).annotate({ identifier: "WorkerLoop" })

/** What waits of one kind of work, of all organizations and for all processes. */
const WorkRecord = Schema.Struct({
  name: Schema.Literals(["runs", "deliveries", "pages"]),
  /** Pieces that could be begun now, 10000 at most. */
  due: Schema.Int,
  /** Since when the first of them could be begun; pages of batches since their batch was made. */
  since: Schema.NullOr(Moment)
}).annotate({ identifier: "WaitingWork" })

/** How the installation stands. */
export const SystemRecord = Schema.Struct({
  version: Schema.String,
  node: Schema.String,
  /** What the process does that answers: everything, or one of the two. */
  role: Schema.Literals(["all", "http", "worker"]),
  started_at: Moment,
  memory: Schema.Struct({
    resident_bytes: Bytes,
    /** What uploads, pages and answers may hold together, and what they hold now. */
    budget_bytes: Bytes,
    held_bytes: Bytes,
    is_short: Schema.Boolean
  }),
  /** What `GET /ready` looks at. */
  checks: Schema.Array(
    Schema.Struct({
      name: Schema.String,
      /** What is wrong; null where the check passes. */
      problem: Schema.NullOr(Schema.String),
      is_needed: Schema.Boolean
    })
  ),
  /** Loops of the worker of this process; none where others work. */
  loops: Schema.Array(LoopRecord),
  /** Null while the database does not answer. */
  work: Schema.NullOr(Schema.Array(WorkRecord)),
  /** Bytes that the database takes; null where that cannot be said now. */
  database: Schema.Struct({ kind: Schema.Literals(["sqlite", "postgres"]), bytes: Schema.NullOr(Bytes) }),
  /** Large bytes outside of it. */
  blobs: Schema.Struct({
    kind: Schema.Literals(["folder", "bucket"]),
    place: Schema.String,
    /** Null in a bucket, which tells no sum. */
    bytes: Schema.NullOr(Bytes),
    /** Whether there is more than was counted in the time for it. */
    has_more: Schema.Boolean
  }),
  /** Free on the disk of the data directory; null where that cannot be said. */
  disk_free_bytes: Schema.NullOr(Bytes),
  settings: Schema.Struct({
    /** Names of the settings that the process was started with. */
    set: Schema.Array(Schema.String),
    /** Names that are set and that this version does not read. */
    unread: Schema.Array(Schema.String)
  })
}).annotate({ identifier: "System" })
export type SystemRecord = typeof SystemRecord.Type
