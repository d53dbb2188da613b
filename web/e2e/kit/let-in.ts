import type { Person } from './person';

/** Signs a device in as the person of another one, who approves it. */
export async function letIn(owner: Person, device: Person, url: string): Promise<void> {
  await device.page.goto(`${url}/sign-in`);
  await device.page.getByTestId('show-device-code').click();
  await owner.page.goto(await device.page.getByTestId('device-address').inputValue());
  await owner.page.getByTestId('approve-yes').click();
  await owner.page.getByTestId('approve-done').waitFor();
  await device.page.getByTestId('new-table').waitFor();
}
