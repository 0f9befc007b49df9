import type {ExportOptions} from './export-options.ts'
import type {PageFormat} from './page-format.ts'

/** The format that is asked for; only its code is loaded. */
export async function formatOf({format, depth}: ExportOptions): Promise<PageFormat> {
  switch (format) {
    case 'html': {
      const [{htmlFormat}, {builtAssets}] = await Promise.all([
        import('./html-format.ts'),
        import('./assets.ts'),
      ])
      return htmlFormat(builtAssets())
    }
    case 'md':
      return (await import('./markdown-format.ts')).markdownFormat
    case 'json':
      return (await import('./json-format.ts')).jsonFormat(depth)
  }
}
