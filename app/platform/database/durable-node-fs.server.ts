import { closeSync, fdatasyncSync, fsyncSync, openSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

interface NodeStream {
  nfd?: number
  node: object
}

interface EmscriptenNodeFs {
  realPath(node: object): string
  stream_ops: { fsync?: (stream: NodeStream) => number }
}

/**
 * PGlite's Node file system has no fsync, so a commit would live in the kernel's cache only.
 * Emscripten routes PostgreSQL's fsync to a stream's `fsync` operation when there is one: this adds it.
 */
export class DurableNodeFS extends NodeFS {
  override async init(...[pg, options]: Parameters<NodeFS['init']>) {
    const result = await super.init(pg, options)
    const preRun = result.emscriptenOpts.preRun
    const steps = Array.isArray(preRun) ? preRun : preRun ? [preRun] : []
    return {
      emscriptenOpts: { ...result.emscriptenOpts, preRun: [addFsync, ...steps] },
    }
  }
}

function addFsync(module: unknown) {
  const nodeFs = (module as { NODEFS: EmscriptenNodeFs }).NODEFS
  nodeFs.stream_ops.fsync = (stream) => {
    if (stream.nfd !== undefined) fdatasyncSync(stream.nfd)
    else syncFolder(nodeFs.realPath(stream.node))
    return 0
  }
}

function syncFolder(path: string) {
  const fd = openSync(path, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/** PGlite's start parameters with fsync on, by the call that reaches the operation above. */
export const durableStartParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'wal_sync_method=fsync',
]
