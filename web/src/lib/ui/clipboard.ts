/** Copies a text. Over plain http the browser's clipboard is closed to pages; then the old command does it. False: neither worked. */
export async function copy(text: string, field: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field.focus();
    field.select();
    // Deprecated, and still the only way without a secure context.
    return document.execCommand('copy');
  }
}
