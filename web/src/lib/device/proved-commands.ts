import type { Answer } from '../net/outbox';
import { uuid } from '../net/uuid';
import type { Command, History } from '../wire/message';
import type { Device } from './device';

/** The part of a table's socket that sends commands. */
interface Commands {
  /** The newest entry that this client knows. */
  readonly seen: History | undefined;
  send(command: Command): Promise<Answer>;
}

/** This browser's device at the table. */
interface Owner {
  /** The device that may sign for the reader's seat now. */
  readonly current: Device | undefined;
  /** Replaces a device whose chain is spent, or whose proof was refused. Never rejects. */
  renew(device: Device): Promise<void>;
}

/** Sends the commands of the reader with proofs of this browser's device. Without a device it sends them as they are. */
export class ProvedCommands {
  constructor(
    private readonly socket: Commands,
    private readonly owner: Owner,
    /** Called with each command as it is sent, so that it can be kept beyond the page. */
    private readonly onSend: (command: Command) => void = () => undefined,
  ) {}

  /** Sends a command. The promise always resolves with an answer, which is never `bad_proof`. */
  send(command: Command): Promise<Answer> {
    const device = this.owner.current;
    const { seen } = this.socket;
    return device && seen ? this.prove(command, device, seen) : this.transmit(command);
  }

  /** Sends a command of an earlier page again, as it was. Its reveal is spent already. */
  async resend(command: Command): Promise<Answer> {
    const answer = await this.socket.send(command);
    return answer.ok || answer.code !== 'bad_proof' ? answer : this.unproved(command);
  }

  private transmit(command: Command): Promise<Answer> {
    this.onSend(command);
    return this.socket.send(command);
  }

  /** Sends a command without its proof, which the server refused. The record shows it as unsigned, and the reveal as void. */
  private unproved(command: Command): Promise<Answer> {
    const { device, signature, index, reveal, ...rest } = command;
    void [device, signature, index, reveal];
    return this.transmit({ ...rest, id: uuid() });
  }

  private async prove(command: Command, device: Device, seen: History): Promise<Answer> {
    let proof;
    try {
      proof = await device.prove(command, seen);
    } catch (error) {
      console.error(error); // for example a private key that the browser dropped
    }
    const answer = await this.transmit({ ...command, ...seen, ...proof });
    if (answer.ok && proof?.index !== undefined) device.accept(proof.index);
    const refused = !answer.ok && answer.code === 'bad_proof';
    if (refused || device.isSpent) void this.owner.renew(device);
    return refused ? this.unproved({ ...command, ...seen }) : answer;
  }
}
