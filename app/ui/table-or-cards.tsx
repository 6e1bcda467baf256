// biome-ignore-all lint/performance/noBarrelFile: for a moment, until its imports are rewritten
// biome-ignore-all lint/performance/noReExportAll: for a moment, until its imports are rewritten
export * from './lists/data-table.tsx'
