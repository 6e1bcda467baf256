import { prepareSamplePictures } from './prepare-sample-pictures.ts'

process.env.NODE_ENV = 'development'
await prepareSamplePictures((line) => process.stdout.write(`${line}\n`))
await import('../server.ts')
