/** Disks of a few megabytes, to be filled. They are real ones, in memory; only root can make them. */
import { spawnSync } from "node:child_process"

/** Whether this machine lets the tests make one. */
export const canMount = (): boolean =>
  process.getuid?.() === 0 &&
  spawnSync("sh", [
    "-c",
    "d=$(mktemp -d /tmp/kittiwake-disk-XXXXXX) && mount -t tmpfs tmpfs $d && umount $d && rmdir $d"
  ]).status === 0

/** Calls mount; throws what it says when it fails. */
export const mount = (...args: ReadonlyArray<string>): void => {
  const { status, stderr } = spawnSync("mount", args, { encoding: "utf8" })
  if (status !== 0) throw new Error(`mount: ${stderr}`)
}

/** Puts a disk in the place of a folder. */
export const mountDisk = (folder: string, megabytes: number): void =>
  mount("-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder)

/** Takes it away, whoever has it open. */
export const unmountDisk = (folder: string): void => void spawnSync("umount", ["-l", folder])
