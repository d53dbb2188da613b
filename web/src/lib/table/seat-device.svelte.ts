import { Submission } from '../app/submission.svelte.ts';
import { findDevice, makeDevice, type Device } from '../device/device';
import { dropTable, readDevice, type Place } from '../device/records';
import { isLasting } from '../environment/storage';
import { api } from '../net/api';
import { codeOf } from '../net/rest';
import { uuid } from '../net/uuid';
import type { Table } from '../wire/table';

/** The state of this browser's device at the reader's seat of a running table. */
export class SeatDevice extends Submission {
  /** The reader has a seat, and this browser's moves are not signed because it is not a device of that seat. */
  isUnconfirmed = $state(false);
  /** The browser keeps its keys beyond the page. */
  readonly isLasting = isLasting();

  /** The stored device of the place; undefined if there is none. */
  private device: Device | undefined;
  private place: Place | undefined;
  /** The public keys that may sign for the seat. */
  private keys: readonly string[] = [];
  /** The keys of devices that the server refuses although it lists them. They are not used again. */
  private refused: readonly string[] = [];
  /** The keys of devices that replaced another one of this page. */
  private replacements: readonly string[] = [];
  private renewing = false;

  /** The device that may sign for the reader's seat now. */
  get current(): Device | undefined {
    const { device } = this;
    return device && this.keys.includes(device.key) && !this.refused.includes(device.key) ? device : undefined;
  }

  /** Looks at the table of the page, and loads the device of the reader's seat. */
  async look(table: Table, seat: number | undefined): Promise<void> {
    if (table.state === 'finished') dropTable(table.id);
    const own = table.seats.find((each) => each.seat === seat);
    if (seat === undefined || table.state !== 'running' || own?.conceded) {
      this.device = this.place = undefined;
      this.keys = [];
      this.isUnconfirmed = false;
      return;
    }
    this.keys = own?.devices ?? [];
    if (this.place?.table !== table.id || this.place.seat !== seat) {
      this.place = { table: table.id, seat };
      this.device = undefined;
    }
    await this.loadDevice(this.place);
  }

  /** Adds this device to the seat, because the reader says so. All players see it. */
  async confirm(): Promise<void> {
    const { place } = this;
    if (!place || this.busy) return;
    await this.run(async () => {
      const device = await makeDevice(place);
      await api.enroll(place.table, { id: uuid(), device: device.key, chain: device.anchor });
      this.adopt(device, place);
    });
  }

  /**
   * Replaces a device of this page by a new one, which the old one confirms. If the server refuses a replacement before it accepted
   * any proof of it, or refuses the confirmation, the page asks the reader instead. Never rejects.
   */
  async renew(old: Device): Promise<void> {
    const { place } = this;
    if (!place || this.renewing || this.current?.key !== old.key) return;
    if (this.replacements.includes(old.key) && !old.isProven) {
      this.giveUp(old);
      return;
    }
    this.renewing = true;
    try {
      const device = await makeDevice(place);
      const signature = await old.confirm(device);
      await api.enroll(place.table, { id: uuid(), device: device.key, chain: device.anchor, by: old.key, signature });
      this.replacements = [...this.replacements, device.key];
      this.adopt(device, place);
    } catch (error) {
      if (codeOf(error) === 'bad_proof') this.giveUp(old);
    } finally {
      this.renewing = false;
    }
  }

  /** Loads the stored device, unless this page has it already. Another tab may have stored a new one. */
  private async loadDevice(place: Place): Promise<void> {
    if (!this.device || readDevice(place)?.key !== this.device.key) {
      const found = await findDevice(place).catch(() => undefined);
      if (this.place !== place) return; // meanwhile the reader has another seat
      this.device = found ?? this.device;
      void found?.warmUp().catch(() => undefined);
    }
    this.isUnconfirmed = this.current === undefined;
  }

  private adopt(device: Device, place: Place): void {
    device.store();
    if (this.place !== place) return;
    this.device = device;
    this.keys = [...this.keys, device.key];
    this.isUnconfirmed = false;
  }

  private giveUp(device: Device): void {
    this.refused = [...this.refused, device.key];
    this.isUnconfirmed = true;
  }
}
